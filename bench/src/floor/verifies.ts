// The floor of a sign-in: password checks at the cost the product uses, one a core at a time, and nothing around them. Does as many as
// fit into the milliseconds it is given on each line of its input, and prints how many.
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { hash, verify } from "@node-rs/argon2";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const password = "Example-1-password";
const hashed = await hash(password, cost);
console.log(JSON.stringify({ ready: true }));

for await (const line of createInterface({ input: process.stdin })) {
  const began = performance.now();
  const until = began + Number(line);
  let done = 0;
  const lane = async () => {
    while (performance.now() < until) {
      if (!(await verify(hashed, password))) throw new Error("verifies: a right password was refused");
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  console.log(JSON.stringify({ rate: (done / (performance.now() - began)) * 1000 }));
}
