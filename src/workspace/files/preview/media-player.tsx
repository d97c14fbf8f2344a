// biome-ignore-all lint/a11y/useMediaCaption: nobody has written any for a person's own files.
import { type SyntheticEvent, useRef, useState } from "react";

interface MediaPlayerProps {
  kind: "audio" | "video";
  name: string;
  url: string;
  /** Creates a new signed URL for the same content. */
  sign: () => Promise<string>;
  /** Called when playback fails even with a new URL. */
  onBroken: () => void;
}

/**
 * Plays audio or video. The URL of a long recording may expire during playback: then a new one is
 * requested and playback continues at the same position.
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
      // Browsers refuse autoplay before any user interaction; then the play button is needed.
      if (playing) currentTarget.play().catch(() => {});
    },
  };
  // A new element, because a URL signed within the same second would not be reloaded.
  const key = source.count;
  if (kind === "audio") return <audio key={key} {...events} className="w-full max-w-lg px-5" />;
  return <video key={key} {...events} className="size-full object-contain" />;
}
