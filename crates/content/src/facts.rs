//! Numbers that the product enforces, by the names that texts use: `{proposal_hours}`.

use std::collections::BTreeMap;

use manao_kernel::problem::Lang;
use manao_kernel::text::Text;

/// The value of each name, provided to the app at its start.
#[derive(Clone, Debug, Default)]
pub struct Facts(pub BTreeMap<&'static str, Text>);

impl Facts {
    /// Fills every known name of a text. Unknown ones stay, and [`unknown`](Self::unknown) names them.
    pub fn fill(&self, text: &str, lang: Lang) -> String {
        self.walk(text, lang).0
    }

    /// Returns the names of a text that have no value.
    pub fn unknown(&self, text: &str) -> Vec<String> {
        self.walk(text, Lang::En).1
    }

    fn walk(&self, text: &str, lang: Lang) -> (String, Vec<String>) {
        let (mut filled, mut unknown, mut rest) = (String::with_capacity(text.len()), Vec::new(), text);
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            filled.push_str(before);
            let name = from[1..].split_once('}').map(|(name, _)| name).filter(|name| is_name(name));
            match name {
                Some(name) => {
                    match self.0.get(name) {
                        Some(value) => filled.push_str(lang.pick(&value.th, &value.en)),
                        None => {
                            unknown.push(name.to_owned());
                            filled.push_str(&from[..name.len() + 2]);
                        }
                    }
                    rest = &from[name.len() + 2..];
                }
                None => {
                    filled.push('{');
                    rest = &from[1..];
                }
            }
        }
        filled.push_str(rest);
        (filled, unknown)
    }
}

fn is_name(name: &str) -> bool {
    (2..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_filled_and_others_are_told() {
        let facts = Facts([("proposal_hours", Text::same(48))].into());
        assert_eq!(facts.fill("ใน {proposal_hours} ชั่วโมง {x} {a b} {", Lang::Th), "ใน 48 ชั่วโมง {x} {a b} {");
        assert_eq!(facts.unknown("{proposal_hours} {no_such}"), ["no_such"]);
    }
}
