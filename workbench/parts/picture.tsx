import { useState } from 'preact/hooks';
import { readFile } from '../api/client.ts';
import { chooseFile } from '../api/file.ts';
import { type Action, Actions } from './actions.tsx';
import { useQuery } from './page.tsx';

/** The longest data URL that the service accepts, in characters. */
const MAX_CHARACTERS = 50 * 1024;
/** The widths in pixels to try until a picture is small enough. */
const trialWidths = [480, 400, 320, 240, 160];
const QUALITY = 0.8;

/** The object URLs of fetched pictures. They stay valid as long as the tab, so that no picture is fetched twice. */
const addressByPicture = new Map<string, Promise<string>>();

/** The picture of a dish, which needs the token. Until it is fetched, and with an empty version, the frame is empty. */
export function DishPicture({ id, version, alt }: { id: number; version: string; alt: string }) {
  // A picture that cannot be fetched is not reported: the list is usable without it.
  const { data } = useQuery(`${id} ${version}`, async () => (version === '' ? '' : fetchPicture(id, version)));
  return data ? <img class="picture" src={data} alt={alt} /> : <span class="picture" />;
}

function fetchPicture(id: number, version: string): Promise<string> {
  const key = `${id} ${version}`;
  const readPicture = () => readFile('/api/dish/icon', { id, v: version });
  const address = addressByPicture.get(key) ?? readPicture().then(({ body }) => URL.createObjectURL(body));
  addressByPicture.set(key, address);
  address.catch(() => addressByPicture.delete(key));
  return address;
}

/** Shrinks a picture to a data URL of at most `MAX_CHARACTERS`. @throws Error if the browser cannot read the file */
async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  for (const width of trialWidths) {
    const scale = Math.min(1, width / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) break;
    // JPEG has no transparency; transparent pixels would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const dataUrl = canvas.toDataURL('image/jpeg', QUALITY);
    if (dataUrl.length <= MAX_CHARACTERS) return dataUrl;
  }
  throw new Error('The browser could not make the picture small.');
}

type PictureFieldProps = { value: string; onValue: (picture: string) => void; error: string | undefined };

/** A field for a picture: a data URL, the file name of another front end, or an empty text. */
export function PictureField({ value: picture, onValue: onPicture, error }: PictureFieldProps) {
  const [readError, setReadError] = useState<string>();
  const isDataUrl = picture.startsWith('data:');
  const problem = error ?? readError;
  const shrinkAndSet = (file: File) => {
    setReadError(undefined);
    void shrinkPicture(file).then(onPicture, () => setReadError('浏览器读不了这个文件，请换一张 JPG 或 PNG 图片'));
  };
  const actions: readonly Action[] = [
    { text: picture === '' ? '选择图片' : '换一张', kind: 'button', run: () => chooseFile('image/*', shrinkAndSet) },
    { text: '移除图片', run: () => onPicture(''), isAllowed: picture !== '' },
  ];
  return (
    <fieldset class="field">
      <legend class="label">图片</legend>
      <div class="picture-field">
        {isDataUrl && <img class="picture" src={picture} alt="现在的图片" />}
        <Actions actions={actions} />
        {problem === undefined ? <small>{isDataUrl ? '' : picture || '手机原图也可以，会自动缩小'}</small> : null}
        <span class="wrong" role="status">
          {problem}
        </span>
      </div>
    </fieldset>
  );
}
