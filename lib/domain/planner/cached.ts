/** Returns a function that calls `find` once for each key. Keys are compared by identity: one may be a list of thousands that slots share. */
export function cached<Key, Value extends object | string | number>(find: (key: Key) => Value): (key: Key) => Value {
  const valueByKey = new Map<Key, Value>();
  return (key) => {
    const value = valueByKey.get(key) ?? find(key);
    valueByKey.set(key, value);
    return value;
  };
}
