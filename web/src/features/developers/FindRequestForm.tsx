import { apiRequest } from "@idanimo/contract/developers/requests";
import { object, overwrite, string } from "zod/mini";
import { useForm, validateFields } from "../../lib/form.ts";
import { navigate } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Requests.module.css";
import { sections } from "./sections.ts";

const values = object({ id: string().check(overwrite((text) => text.trim().toLowerCase())) });

/** Opens a call by the `x-request-id` of its response. */
export function FindRequestForm() {
  const fields = useForm(values, () => ({ id: "" }));
  function find({ id }: { readonly id: string }) {
    const invalid = validateFields(apiRequest.input, { id });
    if (Object.keys(invalid).length > 0) return fields.showMessages(invalid);
    navigate(`${sections.requests.address}/${id}`);
  }
  return (
    <form className={styles.find} role="search" {...fields.formProps(find)}>
      <TextInput label="Request id (x-request-id)" autoComplete="off" spellCheck={false} {...fields.textProps("id")} />
      <Button type="submit">Find</Button>
    </form>
  );
}
