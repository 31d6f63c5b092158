import { residentMiB } from "../support/memory.ts";
import { atLeast, atMost, type Benchmark } from "./benchmark.ts";
import { openPaymentLoad } from "./payments/payment-load.ts";
import { findWrongPayments } from "./payments/wrong-payments.ts";

const slicesOfMinute = 6;

export const endurance: Benchmark = {
  name: "endurance",
  goals: ["G-U4"],
  what: "ten minutes (rounds) of payments over 64 connections: the last minute to the first",
  defaultRounds: 10,
  defaultSeconds: 10,
  isLong: true,
  async run({ rounds, seconds, log }) {
    const load = await openPaymentLoad({ api: 1 });
    const pid = load.fleet.members[0]?.program().process.pid;
    await load.payOverHttp({ connections: 64, seconds: 3 }); // warms up
    const minutes: { readonly rate: number; readonly memory: number }[] = [];
    for (let minute = 0; minute < rounds; minute += 1) {
      let [rate, memory] = [0, 0];
      for (let slice = 0; slice < slicesOfMinute; slice += 1) {
        rate += (await load.payOverHttp({ connections: 64, seconds })).perSecond / slicesOfMinute;
        memory = Math.max(memory, await residentMiB(pid));
      }
      minutes.push({ rate, memory });
      log(`minute ${minute + 1}: ${rate.toFixed(0)} payments/s, ${memory.toFixed(0)} MiB`);
    }
    const wrong = await findWrongPayments(load.fleet.database);
    if (wrong.length > 0) throw new Error(wrong.join("; "));
    const [first, last] = [minutes[0], minutes.at(-1)];
    if (!first || !last) throw new Error("at least one minute is needed");
    const rates = atLeast([0.95, 0.85], "G-U4", "payments/s in the last of ten minutes to the first", "/s");
    rates.addRound(last.rate, first.rate);
    const memories = atMost([1.1, 1.25], "G-U4", "memory in the last of ten minutes to the first", "MiB");
    memories.addRound(last.memory, first.memory);
    return [rates.result(), memories.result()];
  },
};
