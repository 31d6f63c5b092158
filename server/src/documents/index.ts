export type { Block, PaperDocument, Picture, Row } from "./document.ts";
export { drawDocument, drawInTurn, longRows, ourFoot } from "./draw.ts";
export { inTurn } from "./turns.ts";
