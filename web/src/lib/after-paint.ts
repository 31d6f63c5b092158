/** Once what has changed until now is on the screen. */
export const runAfterPaint = (act: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(act));
