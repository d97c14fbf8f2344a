import { type ComponentType, useEffect, useState } from "react";
import { type LazyComponent, lazyComponent } from "./lazy-component.ts";
import { Modal } from "./modal.tsx";
import { Notice } from "./notice.tsx";
import { Spinner } from "./spinner.tsx";

type Loading = "loading" | "loaded" | "failed";

/**
 * A dialog whose code is loaded when it is first opened, or preloaded. While loading, and after a
 * failure, a closable dialog shows the state; opening it again retries.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const dialog = lazyComponent(load);
  let known: Loading = "loading";
  const preload = async () => {
    const isLoaded = await dialog.preload();
    if (isLoaded) known = "loaded";
    return isLoaded;
  };
  return {
    Component: function LazyDialog(props: Props) {
      const [state, setState] = useState(known);
      useEffect(() => {
        if (state === "loading")
          void preload().then((isLoaded) => setState(isLoaded ? "loaded" : "failed"));
      }, [state]);
      if (state === "loaded") return <dialog.Component {...props} />;
      const failed = state === "failed";
      return (
        <Modal title={failed ? "Not loaded" : "Loading..."} width="sm" onClose={props.onClose}>
          {failed ? (
            <Notice>This could not be loaded. Check your connection and try again.</Notice>
          ) : (
            <Spinner />
          )}
        </Modal>
      );
    },
    preload,
  };
}
