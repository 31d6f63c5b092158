import type { Page } from "@playwright/test";

/**
 * Records a page's responses from a path, from its next document on: the browser discards those of a page that was
 * left.
 * @param end the end of the path
 */
export async function recordResponses(page: Page, end: string): Promise<readonly Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  await page.exposeFunction("tellAnswer", (body: Record<string, unknown>) => void answers.push(body));
  await page.addInitScript((wanted) => {
    const ask = window.fetch.bind(window);
    window.fetch = async (...asked) => {
      const response = await ask(...asked);
      if (new URL(response.url).pathname.endsWith(wanted))
        await Reflect.get(window, "tellAnswer")(await response.clone().json());
      return response;
    };
  }, end);
  return answers;
}
