/** The meaning of a message. Never shown by colour alone: each tone has an icon and stands beside text. */
export type Tone = "info" | "waiting" | "success" | "problem";
