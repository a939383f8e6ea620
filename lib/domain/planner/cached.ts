/**
 * Returns a function that calls `find` only once for each key. Slots with the same dishes share one list, so a list may be a key. The
 * lists have thousands of dishes.
 */
export function cached<Key, Value extends object | string | number>(find: (key: Key) => Value): (key: Key) => Value {
  const valueByKey = new Map<Key, Value>();
  return (key) => {
    const value = valueByKey.get(key) ?? find(key);
    valueByKey.set(key, value);
    return value;
  };
}
