import { type Sponsor, sponsors } from "@idanimo/contract/sponsors";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { ExternalLinkDialog } from "./ExternalLinkDialog.tsx";
import styles from "./SponsorBanners.module.css";

/**
 * The operator's banners below a record. The component has no props, so that it cannot leak any data: every result
 * shows the same. Renders nothing if there are none or they cannot be loaded [RESULT-COMMON-08 T-56].
 */
export function SponsorBanners() {
  const { data } = useQuery({ ...operationQuery(sponsors, {}), staleTime: Infinity, gcTime: Infinity, retry: false });
  const [chosenSponsor, setChosenSponsor] = useState<Sponsor>();
  if (!data || data.sponsors.length === 0) return null;
  return (
    <aside className={styles.sponsors} aria-label={data.sponsors.length === 1 ? "Advertisement" : "Advertisements"}>
      {data.sponsors.map((banner) => (
        <section key={banner.id} className={styles.banner} aria-label={`Advertisement of ${banner.name}`}>
          <p className={styles.mark}>
            <span className={styles.word}>Advertisement</span> {banner.name}
          </p>
          <p className={styles.title}>{banner.title}</p>
          <p className={styles.text}>{banner.text}</p>
          <Button
            size="small"
            className={styles.action}
            aria-haspopup="dialog"
            onClick={() => setChosenSponsor(banner)}
          >
            {banner.action}
          </Button>
        </section>
      ))}
      <ExternalLinkDialog sponsor={chosenSponsor} onClose={() => setChosenSponsor(undefined)} />
    </aside>
  );
}
