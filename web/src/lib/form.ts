import { type ChangeEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type output, safeParse, type ZodMiniType } from "zod/mini";
import { runAfterPaint } from "./after-paint.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";

/** Messages under fields, by the names of the fields. */
export type FieldMessages = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, string | boolean>>;

/** What is wrong with values, one message a field: the first that its schema has. Nothing when all is well. */
export function validateFields(schema: ZodMiniType, values: unknown): FieldMessages {
  const checked = safeParse(schema, values);
  const messages: Record<string, string> = {};
  for (const issue of checked.error?.issues ?? []) messages[issue.path.join(".")] ??= issue.message;
  return messages;
}

/**
 * A form checked by a schema of the contract when it is sent: the first bad field gets the focus, and typing in a field takes its
 * message away. Fields are found by their `name`, in the order in which they stand on the screen. What is said of
 * it, however late, does not push its button away. Source: A§5.
 *
 * Written here because a library for it weighs a tenth of React, on the first page a newcomer waits for (G-F2).
 */
export function useForm<Shape extends Values, Schema extends ZodMiniType>(schema: Schema, initialValues: () => Shape) {
  type Name<Kind> = { [Key in keyof Shape]: Shape[Key] extends Kind ? Key : never }[keyof Shape] & string;
  const [values, setValues] = useState(initialValues);
  const [messages, setMessages] = useState<FieldMessages>({});
  const form = useRef<HTMLFormElement>(null);
  const anchorScroll = useScrollAnchor();
  const messagesToFocus = useRef<FieldMessages>(undefined);
  const [messagesToShow, setMessagesToShow] = useState<FieldMessages>();
  // React commits this together with what the caller says of the whole form. Only then can a paint lie between the two: a busy browser
  // draws frames before React has rendered anything, so counting frames from the call is not enough.
  useEffect(() => {
    if (messagesToShow) runAfterPaint(() => showAndFocus(messagesToShow));
  }, [messagesToShow]);
  // once the messages stand there: where the field is on the screen is known then
  useLayoutEffect(() => {
    const found = messagesToFocus.current;
    messagesToFocus.current = undefined;
    if (!found) return;
    // only what can hold the focus: a message for something that is not on the screen moves nobody
    const named = [...(form.current?.elements ?? [])].find((field) => found[field.getAttribute("name") ?? ""]);
    if (!(named instanceof HTMLElement)) return;
    named.focus({ preventScroll: true });
    // and then into view: two movements in one paint would be one that nobody asked for
    runAfterPaint(() => named.scrollIntoView({ block: "nearest" }));
  }, [messages]);

  function setValue(name: keyof Shape & string, value: string | boolean) {
    setValues((before) => ({ ...before, [name]: value }));
    clearMessage(name);
  }

  function clearMessage(name: string) {
    setMessages(({ [name]: _gone, ...rest }) => rest);
  }

  function showAndFocus(found: FieldMessages) {
    messagesToFocus.current = found;
    setMessages(found);
  }

  return {
    values,
    messages,
    set: setValue,
    clear: clearMessage,
    /**
     * Puts messages under their fields, as the server sent them, and moves to the first: once what is said of the whole form is drawn,
     * since what is held stays in place where words come in one place at a time.
     */
    showMessages: setMessagesToShow,
    /** What a text-like control carries. */
    textProps: (name: Name<string>) => ({
      name,
      value: values[name],
      error: messages[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(name, event.currentTarget.value),
    }),
    /** What a box to tick carries. */
    checkboxProps: (name: Name<boolean>) => ({
      name,
      checked: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(name, event.currentTarget.checked),
    }),
    /** What the form element carries. `send` gets the values as the contract reads them: trimmed, and nothing else changed. */
    formProps: (send: (checked: output<Schema>) => Promise<void> | void) => ({
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // below all that is said of the form
        anchorScroll(event.currentTarget.querySelector("button[type=submit]"));
        const checked = safeParse(schema, values);
        if (!checked.success) return showAndFocus(validateFields(schema, values));
        setMessages({});
        void send(checked.data);
      },
    }),
  };
}
