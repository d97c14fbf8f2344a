/** A value with subscribers, in the shape `useSyncExternalStore` expects. */
export interface Observable<T> {
  get(): T;
  /** Stores the value and notifies, unless it is the same value. */
  set(value: T): void;
  /** @returns a disposer. */
  subscribe(listener: () => void): () => void;
}

/** A store whose value is replaced as a whole. */
export function createObservable<T>(initial: T): Observable<T> {
  const { subscribe, emit } = createEmitter();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      emit();
    },
    subscribe,
  };
}

/** Subscribers without a value, for a store that computes its own snapshots. */
export interface Emitter {
  /** @returns a disposer. */
  subscribe(listener: () => void): () => void;
  emit(): void;
}

/** Calls listeners in the order they subscribed; listeners removed during a call are not called. */
export function createEmitter(): Emitter {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit() {
      for (const listener of listeners) listener();
    },
  };
}
