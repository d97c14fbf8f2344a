import { type DragEvent, useEffect, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { type OpenPicture, openPicture } from "./open-picture.ts";

/**
 * The picture to crop, from a chosen, dropped or pasted file.
 * @param active false while no picture is accepted, such as during a save.
 */
export function usePictureSource(active: boolean) {
  const [picture, setPicture] = useState<OpenPicture | null>(null);
  const [refusal, setRefusal] = useState("");
  const [isOver, setIsOver] = useState(false);

  async function open(file: File | undefined) {
    if (!file || !active || picture) return;
    setRefusal("");
    try {
      const opened = await openPicture(file);
      setPicture((current) => {
        if (current) URL.revokeObjectURL(opened.address);
        return current ?? opened;
      });
    } catch (error) {
      setRefusal(messageOf(error));
    }
  }

  usePaste((file) => void open(file));
  useNoNavigation();
  return {
    picture,
    refusal,
    isOver,
    open,
    close: () => {
      if (picture) URL.revokeObjectURL(picture.address);
      setPicture(null);
    },
    /** Props of the drop target. */
    dropZone: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(false);
        void open(event.dataTransfer.files[0]);
      },
    },
  };
}

/** Accepts an image file pasted anywhere on the screen; pasted text goes to its field. */
function usePaste(onFile: (file: File) => void): void {
  const latest = useLatest(onFile);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
      // Office programs copy text together with a picture of it.
      const isText = data?.types.includes("text/plain") && isTextField(event.target);
      if (!file || isText) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [latest]);
}

/** Prevents the browser from opening a file that is dropped beside the field. */
function useNoNavigation(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes("Files") ?? false;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
