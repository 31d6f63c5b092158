import type { LiveFace } from "../../../providers/live-face/port.ts";
import { type PersonFound, personFound, type Source } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookupPlan } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";
import { nimcLabel, endWithPerson } from "./nin.ts";

type FaceInput = { readonly nin: string; readonly reference: string; readonly holder: string };

/** Finds the person of a NIN if the captured face matches. */
export function ninFaceLookup(sources: Sources["ninFace"], liveFace: LiveFace): LookupPlan {
  const withPicture = sources.map((source) => fetchPictureBefore(liveFace, source));
  const plan = singlePartPlan({
    sourceLabel: nimcLabel,
    part: definePart("main", withPicture, personFound, (record, { nin }) => record.number === nin),
    inputOf: ({ nin = "", face = "", holder = "" }) => ({ nin, reference: face, holder }),
    endWith: endWithPerson,
  });
  const capture = { provider: "live-face", health: () => liveFace.health() };
  return { ...plan, sourcesByStep: () => [[[capture]], [sources]] };
}

/**
 * Fetches the picture just before the request and passes it on without storing it [T-55]. A picture can be fetched
 * once, so a request without a response is not repeated but refunded.
 */
function fetchPictureBefore(
  liveFace: LiveFace,
  source: Source<{ readonly nin: string; readonly image: string }, PersonFound>,
): Source<FaceInput, PersonFound> {
  return {
    provider: source.provider,
    health: () => source.health(),
    async query({ nin, reference, holder }, attemptId) {
      const picture = await liveFace.fetchPicture(reference, holder);
      if (picture.kind !== "found") return { kind: "failed", why: `picture_${picture.kind}` };
      const result = await source.query({ nin, image: picture.image }, attemptId);
      return result.kind === "not_accepted" ? { kind: "failed", why: "picture_used_up" } : result;
    },
  };
}
