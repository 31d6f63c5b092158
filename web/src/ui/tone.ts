/** What a message means. Colour never says it alone: each tone brings its icon and stands beside words. */
export type Tone = "info" | "waiting" | "success" | "problem";
