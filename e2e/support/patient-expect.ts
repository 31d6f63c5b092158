import { expect as asked } from "@playwright/test";

/** Waits as long as the journeys do, also outside of their runner: the pictures of the screens are made without one. */
export const expect = asked.configure({ timeout: 20_000 });
