import type { RenderableProps } from 'preact';

type SettingProps = RenderableProps<{ readonly title: string; readonly about?: string }>;

/** One group of settings. */
export function Setting({ title, about, children }: SettingProps) {
  return (
    <section>
      <h2>{title}</h2>
      <p class="faint">{about}</p>
      {children}
    </section>
  );
}
