// Small sounds, made on the spot: paper is filtered noise, wood a short low tone, a bell a long one.

import { prefs } from "./prefs.svelte";

export type Sound =
  | "card"
  | "discard"
  | "draw"
  | "shuffle"
  | "roll"
  | "turn"
  | "complete"
  | "win"
  | "lose"
  | "ruling"
  | "say";

/** Something that sounds: when it begins and how long it takes, in seconds; how high, in hertz. */
interface Part {
  of: "paper" | "wood" | "bell";
  at: number;
  lasts: number;
  pitch: number;
  loud: number;
}

const paper = (at: number, lasts: number, pitch: number, loud: number): Part => ({
  of: "paper",
  at,
  lasts,
  pitch,
  loud,
});
const wood = (at: number, pitch: number, loud: number): Part => ({
  of: "wood",
  at,
  lasts: 0.09,
  pitch,
  loud,
});
const bell = (at: number, pitch: number, lasts = 0.5): Part => ({
  of: "bell",
  at,
  lasts,
  pitch,
  loud: 0.16,
});

const C5 = 523.25;
const E5 = 659.25;
const G5 = 783.99;
const C6 = 1046.5;

const SOUNDS: Record<Sound, Part[]> = {
  card: [paper(0, 0.07, 2400, 0.3), wood(0.02, 190, 0.35)],
  discard: [paper(0, 0.09, 1500, 0.3), wood(0.03, 140, 0.35)],
  draw: [paper(0, 0.1, 3200, 0.22)],
  shuffle: Array.from({ length: 9 }, (_, i) => paper(i * 0.055, 0.06, 2000 + (i % 3) * 500, 0.2)),
  roll: [0, 0.08, 0.15, 0.24, 0.31, 0.42, 0.5].map((at, i) => wood(at, 330 + (i * 97) % 260, 0.3)),
  turn: [bell(0, E5), bell(0.14, G5)],
  complete: [bell(0, C5), bell(0.1, E5), bell(0.2, G5)],
  win: [bell(0, C5), bell(0.13, E5), bell(0.26, G5), bell(0.39, C6, 1.1), bell(0.39, E5, 1.1)],
  lose: [bell(0, E5), bell(0.18, C5, 0.8)],
  ruling: [bell(0, C6, 0.12), bell(0.09, C6, 0.3)], // a whistle, or nearly
  say: [wood(0, 620, 0.2), wood(0.07, 780, 0.16)],
};

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Play a sound, if they are wanted. Before anybody has touched the page browsers allow none. */
export function play(sound: Sound): void {
  if (!prefs.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume().catch(() => undefined);
    for (const part of SOUNDS[sound]) start(audio, part);
  } catch {
    // a device without sound: the game goes on in silence
  }
}

function start(context: AudioContext, part: Part): void {
  const begins = context.currentTime + 0.01 + part.at;
  const ends = begins + part.lasts;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(part.loud * 0.5, begins + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0005, ends);
  volume.connect(context.destination);
  const source = part.of === "paper" ? rustle(context, part, volume) : tone(context, part, volume);
  source.start(begins);
  source.stop(ends);
}

function tone(context: AudioContext, part: Part, into: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = part.of === "wood" ? "triangle" : "sine";
  source.frequency.value = part.pitch;
  source.connect(into);
  return source;
}

function rustle(context: AudioContext, part: Part, into: AudioNode): AudioScheduledSourceNode {
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = part.pitch;
  filter.Q.value = 0.8;
  filter.connect(into);
  const source = context.createBufferSource();
  source.buffer = noise ??= hiss(context);
  source.connect(filter);
  return source;
}

/** Half a second of white noise. */
function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
