import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';

/** Where a tab notes that it has loaded itself anew since a file was gone. */
const NOTE = 'reloaded';

/**
 * A page whose code is loaded when it is first shown. If a deployment has replaced the file the tab loads itself anew,
 * once: a file that is missing even then is a failure.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(NOTE);
      return page;
    } catch (error) {
      if (sessionStorage.getItem(NOTE) !== null) throw error;
      sessionStorage.setItem(NOTE, 'yes');
      location.reload();
      return new Promise<ComponentType>(() => {});
    }
  });
}
