// biome-ignore-all lint/a11y/useMediaCaption: nobody has written any for a person's own files.
import { type SyntheticEvent, useRef, useState } from "react";

interface MediaPlayerProps {
  kind: "audio" | "video";
  name: string;
  url: string;
  /** Creates a new signed URL for the same content. */
  sign: () => Promise<string>;
  /** Called when it cannot be played even with a new URL. */
  onBroken: () => void;
}

/**
 * Plays audio or video. A long recording is streamed while it plays, so its URL may expire: then a
 * new one is requested and playback continues at the same position.
 */
export function MediaPlayer({ kind, name, url, sign, onBroken }: MediaPlayerProps) {
  const [source, setSource] = useState({ url, count: 0 });
  const renewed = useRef(false);
  const stopped = useRef({ at: 0, playing: false });
  const events = {
    src: source.url,
    controls: true,
    "aria-label": name,
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (renewed.current) return onBroken();
      renewed.current = true;
      const { currentTime, paused } = currentTarget;
      stopped.current = { at: currentTime, playing: !paused };
      const renew = (fresh: string) => setSource({ url: fresh, count: source.count + 1 });
      sign().then(renew, onBroken);
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      renewed.current = false;
      const { at, playing } = stopped.current;
      stopped.current = { at: 0, playing: false };
      if (at > 0) currentTarget.currentTime = at;
      // Autoplay is refused before any user interaction; then the play button is needed.
      if (playing) currentTarget.play().catch(() => {});
    },
  };
  // Forces a new element: within one second the new URL may be identical and would not be reloaded.
  const key = source.count;
  if (kind === "audio") return <audio key={key} {...events} className="w-full max-w-lg px-5" />;
  return <video key={key} {...events} className="size-full object-contain" />;
}
