import { useState } from 'preact/hooks';
import { api, send } from '../api/client.ts';
import { chooseFile } from '../api/file.ts';
import { useAsked } from './asked.tsx';
import { type Step, Steps } from './steps.tsx';

/** The longest data string that the service takes, in characters. */
const MOST_CHARACTERS = 50 * 1024;
/** The widths, in pixels, that are tried until a picture is small enough. */
const widths = [480, 400, 320, 240, 160];
const QUALITY = 0.8;

interface PictureProps {
  /** The dish's id, and the version of its picture as lists tell it; where that is empty there is no picture. */
  readonly id: number;
  readonly version: string;
  readonly alt: string;
}

/** The addresses of what was fetched. They stay as long as the tab, so that lists do not fetch again. */
const fetched = new Map<string, Promise<string>>();

/** The picture of a dish, fetched with the token and shown as `blob:`. Until then, and without one, its place is empty. */
export function DishPicture({ id, version, alt }: PictureProps) {
  // A picture that is gone leaves its place empty; the list says what counts.
  const { answer } = useAsked(`${id} ${version}`, async () => (version === '' ? '' : fetchPicture(id, version)));
  return answer ? <img class="picture" src={answer} alt={alt} /> : <span class="picture" />;
}

function fetchPicture(id: number, version: string): Promise<string> {
  const name = `${id} ${version}`;
  const call = () => send(api.GET('/api/dish/icon', { params: { query: { id, v: version } }, parseAs: 'blob' }));
  const address = fetched.get(name) ?? call().then(({ body }) => URL.createObjectURL(body));
  fetched.set(name, address);
  address.catch(() => fetched.delete(name));
  return address;
}

/**
 * A picture as a data string of at most 50 KB, made small in the browser.
 * @throws Error if the file is no picture that the browser reads
 */
async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  for (const width of widths) {
    const scale = Math.min(1, width / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) break;
    // JPEG knows no transparency, which would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const small = canvas.toDataURL('image/jpeg', QUALITY);
    if (small.length <= MOST_CHARACTERS) return small;
  }
  throw new Error('The browser could not make the picture small.');
}

interface PictureFieldProps {
  /** A data string, the name of a file that other front ends have, or nothing. */
  readonly icon: string;
  readonly onIcon: (icon: string) => void;
  readonly wrong: string | undefined;
}

/** A picture that is chosen, seen and taken away: any photo, made small here before it is sent. */
export function PictureField({ icon, onIcon, wrong }: PictureFieldProps) {
  const [unread, setUnread] = useState<string>();
  const isSeen = icon.startsWith('data:');
  const told = wrong ?? unread;
  const take = (file: File) => {
    setUnread(undefined);
    void shrinkPicture(file).then(onIcon, () => setUnread('浏览器读不了这个文件，请换一张 JPG 或 PNG 图片'));
  };
  const steps: readonly Step[] = [
    { text: icon === '' ? '选择图片' : '换一张', kind: 'button', act: () => chooseFile('image/*', take) },
    { text: '移除图片', act: () => onIcon(''), may: icon !== '' },
  ];
  return (
    <fieldset class="field">
      <legend class="label">图片</legend>
      <div class="picture-field">
        {isSeen && <img class="picture" src={icon} alt="现在的图片" />}
        <Steps steps={steps} />
        {told === undefined ? <small>{isSeen ? '' : icon || '手机原图也可以，会自动缩小'}</small> : null}
        <span class="wrong" role="status">
          {told}
        </span>
      </div>
    </fieldset>
  );
}
