/** Returns a function that calls `find` once for each key. Keys are compared by identity, as one may be a list of thousands of dishes: slots with the same dishes share it. */
export function cached<Key, Value extends object | string | number>(find: (key: Key) => Value): (key: Key) => Value {
  const valueByKey = new Map<Key, Value>();
  return (key) => {
    const value = valueByKey.get(key) ?? find(key);
    valueByKey.set(key, value);
    return value;
  };
}
