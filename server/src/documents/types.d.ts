/** What the drawing library takes and gives beyond its published types. */
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
    /** What a stream holds until it is written out, piece by piece. */
    buffer: readonly Uint8Array[];
  }
}
