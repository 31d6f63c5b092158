import type { Language } from "../../consent/index.ts";
import { en, type PageCopy } from "../translations/consent-page/en.ts";
import { ha } from "../translations/consent-page/ha.ts";
import { ig } from "../translations/consent-page/ig.ts";
import { pcm } from "../translations/consent-page/pcm.ts";
import { yo } from "../translations/consent-page/yo.ts";

/** The subject page's copy in every language, including languages that are not offered yet. */
export const pageCopy: Readonly<Record<Language, PageCopy>> = { en, pcm, ha, yo, ig };
