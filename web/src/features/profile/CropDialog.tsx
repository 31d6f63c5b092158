import "react-image-crop/dist/ReactCrop.css";
import { profile as profileOf } from "@idanimo/contract/accounts";
import { updateProfile } from "@idanimo/contract/profile";
import * as texts from "@idanimo/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from "react-image-crop";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./CropDialog.module.css";
import type { PictureType } from "./rules.ts";

type Props = {
  /** Object URL of the chosen file. */
  readonly address: string;
  readonly type: PictureType;
  /** Called with a message if the browser cannot decode it. */
  readonly onUnreadable: (words: string) => void;
  readonly onClose: () => void;
};

/** The server stores pictures in this size, so nothing larger is uploaded. */
const pictureSidePixels = 512;
const minCropSidePixels = 48;

/** Crops a picture to a square, previews it and saves it [PROFILE-08]. */
export function CropDialog({ address, type, onUnreadable, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const image = useRef<HTMLImageElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  useEffect(() => {
    if (preview.current && image.current && crop) drawCrop(image.current, crop, preview.current);
  }, [crop]);

  async function save() {
    if (!image.current || !crop) return;
    setBusy(true);
    setProblem(undefined);
    const canvas = document.createElement("canvas");
    canvas.width = pictureSidePixels;
    canvas.height = pictureSidePixels;
    drawCrop(image.current, crop, canvas);
    const result = await call(updateProfile, { profileImage: canvas.toDataURL(type, 0.9) });
    setBusy(false);
    if (!result.ok) return setProblem(result.problem);
    client.setQueryData(operationQuery(profileOf, {}).queryKey, result.value.profile);
    toast({ tone: "success", text: texts.profileUpdated });
    onClose();
  }

  return (
    <Dialog
      open
      title="Your picture"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" disabled={!crop} busy={busy && "Saving"} onClick={() => void save()}>
            Save picture
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <div className={styles.body}>
        <ContentOrProblem
          title="The picture was not saved"
          problem={problem && (problem.fields?.["profileImage"] ?? problemMessage(problem))}
          onDismiss={() => setProblem(undefined)}
        >
          <p className="quiet">
            Drag the circle or use the arrow keys to move it. Drag the corners to resize it. We upload only the part
            inside.
          </p>
          <div className={styles.stage}>
            <ReactCrop
              aspect={1}
              circularCrop
              keepSelection
              minWidth={minCropSidePixels}
              {...(crop && { crop })}
              onChange={(_pixels, percent) => setCrop(percent)}
            >
              <img
                ref={image}
                src={address}
                alt="What you chose"
                onLoad={({ currentTarget: { width, height } }) => setCrop(largestSquare(width, height))}
                onError={() => onUnreadable(texts.imageUnreadable)}
              />
            </ReactCrop>
          </div>
          <div className={styles.result}>
            <canvas ref={preview} width={192} height={192} className={styles.preview} aria-hidden="true" />
            <span className="quiet">Preview</span>
          </div>
        </ContentOrProblem>
      </div>
    </Dialog>
  );
}

function largestSquare(width: number, height: number): PercentCrop {
  const most = width < height ? { width: 90 } : { height: 90 };
  return centerCrop(makeAspectCrop({ unit: "%", ...most }, 1, width, height), width, height);
}

/** Draws the cropped square of an image on the complete canvas, with the EXIF orientation applied. */
function drawCrop(image: HTMLImageElement, crop: PercentCrop, canvas: HTMLCanvasElement) {
  const context = canvas.getContext("2d");
  if (!context) return;
  const [x, width] = [crop.x, crop.width].map((percent) => (percent / 100) * image.naturalWidth);
  const [y, height] = [crop.y, crop.height].map((percent) => (percent / 100) * image.naturalHeight);
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, x ?? 0, y ?? 0, width ?? 0, height ?? 0, 0, 0, canvas.width, canvas.height);
}
