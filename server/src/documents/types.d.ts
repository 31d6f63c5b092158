/** Parts of the pdfkit API that its published types lack. */
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    scope?: "Row" | "Column";
    bbox?: [left: number, top: number, right: number, bottom: number];
    placement?: "Block";
  }
  interface TextOptions {
    textWidth?: number;
  }
  interface ImageOption {
    ignoreOrientation?: boolean;
  }
  interface PDFImage {
    openImage(bytes: Buffer): OpenedImage;
    image(src: OpenedImage, x: number, y: number, options: ImageOption): this;
  }
  interface OpenedImage {
    readonly width: number;
    readonly height: number;
  }
}
declare namespace PDFKit {
  interface PDFKitReference {
    /** Chunks of the stream until it is written. */
    buffer: readonly Uint8Array[];
  }
}
