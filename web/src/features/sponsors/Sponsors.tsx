import { type Sponsor, sponsors } from "@idanimo/contract/sponsors";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { LeavingDialog } from "./LeavingDialog.tsx";
import styles from "./Sponsors.module.css";

/**
 * The operator's banners, for below a record. It takes nothing, so that it can tell nothing: the same texts stand beside every
 * result. Where there are none, or they cannot be read, there is nothing. Source: RESULT-COMMON-08, T-56.
 */
export function Sponsors() {
  const { data } = useQuery({ ...queryOf(sponsors, {}), staleTime: Infinity, gcTime: Infinity, retry: false });
  const [leavingFor, setLeavingFor] = useState<Sponsor>();
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
          <Button size="small" className={styles.action} aria-haspopup="dialog" onClick={() => setLeavingFor(banner)}>
            {banner.action}
          </Button>
        </section>
      ))}
      <LeavingDialog sponsor={leavingFor} onClose={() => setLeavingFor(undefined)} />
    </aside>
  );
}
