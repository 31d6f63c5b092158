import type { LiveFace } from "../../../providers/live-face/port.ts";
import { type PersonFound, personFound, type Source } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookUp } from "../look-up.ts";
import { oneQuestion, question } from "../part.ts";
import { nimc, personEnd } from "./nin.ts";

type Asked = { readonly nin: string; readonly reference: string; readonly holder: string };

/** The person of a NIN, if the face that was captured is theirs. */
export function ninFaceLookUp(sources: Sources["ninFace"], liveFace: LiveFace): LookUp {
  const withPicture = sources.map((source) => withPictureFrom(liveFace, source));
  const plan = oneQuestion({
    source: nimc,
    question: question("main", withPicture, personFound, (record, { nin }) => record.number === nin),
    asked: ({ nin = "", face = "", holder = "" }) => ({ nin, reference: face, holder }),
    end: personEnd,
  });
  const capture = { provider: "live-face", standing: () => liveFace.standing() };
  return { ...plan, needs: () => [[[capture]], [sources]] };
}

/**
 * Fetches the picture when it is about to be asked with, and hands it on: it is never stored (T-55). It can be fetched once, so
 * without an answer there is no second try, and the money goes back.
 */
function withPictureFrom(
  liveFace: LiveFace,
  source: Source<{ readonly nin: string; readonly image: string }, PersonFound>,
): Source<Asked, PersonFound> {
  return {
    provider: source.provider,
    standing: () => source.standing(),
    async ask({ nin, reference, holder }, attemptId) {
      const picture = await liveFace.takePicture(reference, holder);
      if (picture.kind !== "found") return { kind: "failed", why: `picture_${picture.kind}` };
      const answer = await source.ask({ nin, image: picture.image }, attemptId);
      return answer.kind === "not_taken" ? { kind: "failed", why: "picture_used_up" } : answer;
    },
  };
}
