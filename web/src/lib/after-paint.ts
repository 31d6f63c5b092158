/** Runs a function after pending changes are painted. */
export const runAfterPaint = (act: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(act));
