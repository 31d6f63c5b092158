export type { Block, PdfDocument, Picture, Qr, LabelledValue } from "./document.ts";
export { drawDocument, drawQueued, longDocumentRows, brandFooter } from "./draw.ts";
export { queueLongDocument } from "./long-document-queue.ts";
