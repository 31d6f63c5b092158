import { chanceOf } from "../chance.ts";
import { newFolder, removeFolder } from "../program.ts";
import { mutants } from "./mutants/all.ts";
import { isCovered, openLab } from "./mutants/lab.ts";
import { prove } from "./proof.ts";

/**
 * Each law of an R-row fails when what it guards is broken: the last commit is put into a throw-away folder, one thing after the other
 * is broken there, and the file of its laws is run. `--count` mutants, chosen by `--seed`; a run of all of them also names the laws that
 * no mutant is for, and those that fail in the folder while nothing is broken. `LAWS` takes those whose words or file hold it.
 */
await prove(mutants.length, async ({ count, seed, say }) => {
  const wanted = process.env["LAWS"] ?? "";
  const chance = chanceOf(seed);
  const chosen = mutants
    .filter(({ broken, test }) => broken.includes(wanted) || test.includes(wanted))
    .map((mutant) => ({ mutant, at: chance.next() }))
    .toSorted((left, right) => left.at - right.at)
    .slice(0, count)
    .map(({ mutant }) => mutant);
  const folder = await newFolder();
  const lab = await openLab(folder);
  const wrong: string[] = [];
  let seen = 0;
  try {
    for (const [at, mutant] of chosen.entries()) {
      const unseen = await lab.unseen(mutant);
      wrong.push(...unseen);
      seen += mutant.laws.length - unseen.length;
      for (const line of unseen) say(line);
      say(`${at + 1} of ${chosen.length}: ${mutant.broken}`);
    }
    const laws = await lab.laws();
    const bare = laws.filter((law) => !isCovered(law, mutants));
    const isAll = chosen.length === mutants.length;
    for (const file of isAll ? new Set(mutants.map(({ test }) => test)) : []) wrong.push(...(await lab.unsound(file)));
    if (isAll) wrong.push(...bare.map(({ file, name }) => `no mutant is for "${name}" in ${file}`));
    return {
      broken: chosen.length,
      acknowledged: seen,
      lost: "-",
      wrong,
      notes: `${laws.length} laws bear the id of an R-row, ${bare.length} of them have no mutant`,
    };
  } finally {
    await lab.close();
    await removeFolder(folder);
  }
});
