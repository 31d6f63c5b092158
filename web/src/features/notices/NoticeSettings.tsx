import { useState } from "react";
import { sharedComputer, storedQuietNotices } from "../../lib/storage.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ChevronIcon } from "../../ui/icons.tsx";
import styles from "./NoticeSettings.module.css";
import { playNoticeSound } from "./notice-sound.ts";
import { usePush } from "./use-push.ts";

/** Settings for notices on this device: the sound, and push while no page is open. */
export function NoticeSettings() {
  const [quiet, setQuiet] = useState(storedQuietNotices.get() !== undefined);
  const push = usePush();
  const isOn = push.status === "on";

  function setSound(wanted: boolean) {
    setQuiet(!wanted);
    if (!wanted) return storedQuietNotices.set("yes");
    storedQuietNotices.remove();
    void playNoticeSound();
  }

  return (
    <details className={styles.how}>
      <summary>
        <ChevronIcon size={18} className={styles.chevron} />
        <span className={styles.name}>Notification settings</span>
        <span className={styles.now}>
          {quiet ? "no sound" : "with sound"}
          {isOn && ", also while closed"}
        </span>
      </summary>
      <div className={styles.choices}>
        <Checkbox
          label="Play a sound"
          checked={!quiet}
          onChange={({ currentTarget }) => setSound(currentTarget.checked)}
        />
        <Checkbox
          label="Notify me on this device when this page is closed"
          checked={isOn}
          disabled={push.status === undefined || push.status === "unsupported" || push.status === "denied"}
          aria-busy={push.busy}
          hint={pushHint(push.status)}
          error={push.error}
          onChange={({ currentTarget }) => void (currentTarget.checked ? push.turnOn() : push.turnOff())}
        />
      </div>
    </details>
  );
}

function pushHint(status: ReturnType<typeof usePush>["status"]): string {
  switch (status) {
    case "unsupported":
      if (sharedComputer.get()) return "Not available on a shared computer. We email you about important things.";
      return "Your browser does not support this. You can read all notices here, and we email you about important things.";
    case "denied":
      return "You have blocked notifications for this site. Allow them in your browser's site settings, then come back.";
    default:
      return "Notifications never show names. They stop when you log out.";
  }
}
