import type { Language } from "../language.ts";
import { en, type PageWords } from "../words/page/en.ts";
import { ha } from "../words/page/ha.ts";
import { ig } from "../words/page/ig.ts";
import { pcm } from "../words/page/pcm.ts";
import { yo } from "../words/page/yo.ts";

/** The words of the subject's page in every language, also those that are not offered yet. */
export const pageWords: Readonly<Record<Language, PageWords>> = { en, pcm, ha, yo, ig };
