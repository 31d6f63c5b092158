import { lazy, Suspense, useRef, useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/Field.tsx";
import styles from "./Profile.module.css";
import { type PictureType, validatePicture, detectPictureType, type Profile } from "./rules.ts";

const CropDialog = lazy(async () => ({ default: (await import("./CropDialog.tsx")).CropDialog }));

type ChosenPicture = { readonly address: string; readonly type: PictureType };

/** The user's picture, and a button to choose another one [PROFILE-06 PROFILE-07 PROFILE-10]. */
export function ProfilePicture({ profile }: { readonly profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [chosen, setChosen] = useState<ChosenPicture>();
  const hasPicture = profile.profileImageLocation !== null;

  async function choose(file: File | undefined) {
    if (!file) return;
    const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
    const type = detectPictureType(head);
    const pictureError = validatePicture(file, head);
    setFault(pictureError);
    if (type && pictureError === undefined) setChosen({ address: URL.createObjectURL(file), type });
  }

  function discard({ address }: ChosenPicture) {
    URL.revokeObjectURL(address);
    setChosen(undefined);
  }

  return (
    <div className={styles.picture}>
      <Avatar large name={`${profile.firstName} ${profile.lastName}`} image={profile.profileImageLocation} />
      <div className={styles.pictureWords}>
        {/* the button opens the native file input, which cannot be styled */}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png"
          aria-label="Picture file"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // allows choosing the same file again
            currentTarget.value = "";
          }}
        />
        <Button size="small" aria-describedby="picture-rules" onClick={() => input.current?.click()}>
          {hasPicture ? "Change picture" : "Add a picture"}
        </Button>
        <p id="picture-rules" className="quiet">
          JPG or PNG, at most 2 MB. Only you see it.
        </p>
        <div role="alert">
          <FieldError id={undefined}>{fault}</FieldError>
        </div>
      </div>
      {chosen && (
        <Suspense>
          <CropDialog
            {...chosen}
            onUnreadable={(words) => {
              setFault(words);
              discard(chosen);
            }}
            onClose={() => discard(chosen)}
          />
        </Suspense>
      )}
    </div>
  );
}
