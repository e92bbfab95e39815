// The layout shift of a page, as Chromium reports it.
import type { Page } from 'playwright-core';

/** Counts the layout shift of the pages that this page opens from now on. */
export const watchLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const scope = globalThis as unknown as { shift: number };
    scope.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) scope.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true } as never);
  });

/** Returns the sum so far; 0 if nothing moved. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate('shift');
