export type { Block, PaperDocument, Picture, Row } from "./document.ts";
export { drawDocument, ourFoot } from "./draw.ts";
