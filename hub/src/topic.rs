//! The one table that says what a topic's name means. The hub knows prefixes, not orders or tournaments.

/// Longest topic name in bytes.
pub const MAX_TOPIC: usize = 128;

/// How events of a topic are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every event counts: history, no gaps, never merged.
    Log,
    /// Only the newest snapshot counts: sent at once on subscribing, merged under pressure; the highest version wins.
    State,
}

/// Who may listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone, visitors too.
    Public,
    /// The user whose id follows the prefix.
    Own,
    /// Whoever shows a grant of this topic.
    Grant,
}

/// What a prefix stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How events are kept.
    pub kind: Kind,
    /// Who may listen.
    pub access: Access,
    /// Whether the topic shows who is in it.
    pub presence: bool,
    /// Names of the signals that clients may send in it.
    pub signals: &'static [&'static str],
}

const fn rules(kind: Kind, access: Access) -> Rules {
    Rules { kind, access, presence: false, signals: &[] }
}

/// What may stand behind a prefix. Anyone may ask for a public name, so those follow a pattern; the others are opened by a token or a
/// grant that names them.
#[derive(Clone, Copy)]
enum Id {
    /// Nothing: the prefix is the whole name.
    None,
    /// A number of the database.
    Number,
    /// A slug, or two with a colon between.
    Slugs,
    /// Printable ASCII without spaces, quotes, backslashes and braces (braces would choose another Redis slot).
    Any,
}

/// First match of the prefix decides, whether the rest fits or not.
const TABLE: &[(&str, Id, Rules)] = &[
    ("user:", Id::Any, rules(Kind::Log, Access::Own)),
    ("badge:", Id::Any, rules(Kind::State, Access::Own)),
    ("order:", Id::Any, rules(Kind::State, Access::Grant)),
    ("match:", Id::Any, Rules { presence: true, signals: &["typing"], ..rules(Kind::Log, Access::Grant) }),
    ("tournament:", Id::Any, rules(Kind::Log, Access::Grant)),
    ("public:phase:", Id::Number, rules(Kind::State, Access::Public)),
    ("public:stock:", Id::Number, rules(Kind::State, Access::Public)),
    ("public:bracket:", Id::Number, rules(Kind::State, Access::Public)),
    ("public:maintenance", Id::None, rules(Kind::State, Access::Public)),
    ("public:delivery", Id::None, rules(Kind::State, Access::Public)),
    ("public:", Id::Slugs, rules(Kind::Log, Access::Public)),
];

/// Longest slug in bytes.
const MAX_SLUG: usize = 64;

impl Id {
    fn fits(self, id: &str) -> bool {
        match self {
            Id::None => id.is_empty(),
            Id::Number => !id.starts_with('0') && id.parse::<i64>().is_ok_and(|number| number > 0) && !id.starts_with('+'),
            Id::Slugs => {
                let mut parts = id.splitn(3, ':');
                parts.by_ref().take(2).all(is_slug) && parts.next().is_none()
            }
            Id::Any => {
                let fits = |c: u8| c.is_ascii_graphic() && !matches!(c, b'"' | b'\\' | b'{' | b'}');
                !id.is_empty() && id.bytes().all(fits)
            }
        }
    }
}

fn is_slug(text: &str) -> bool {
    let fits = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    (1..=MAX_SLUG).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with('-') && !text.ends_with('-')
}

/// Rules of a topic, or nothing if there is no such topic.
pub fn rules_of(topic: &str) -> Option<Rules> {
    if topic.len() > MAX_TOPIC {
        return None;
    }
    let whole = |id: &Id| matches!(id, Id::None);
    let (prefix, id, rules) =
        TABLE.iter().find(|(prefix, id, _)| if whole(id) { topic == *prefix } else { topic.starts_with(prefix) })?;
    id.fits(&topic[prefix.len()..]).then_some(*rules)
}

/// Whether `user` owns a topic of [`Access::Own`]: the id behind the first colon is theirs.
pub fn is_own(topic: &str, user: &str) -> bool {
    !user.is_empty() && topic.split_once(':').is_some_and(|(_, id)| id == user)
}

/// The personal topic that a signed-in socket joins by itself.
pub fn personal(user: &str) -> String {
    format!("user:{user}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_decides() {
        use Access::*;
        use Kind::*;
        for (topic, kind, access) in [
            ("user:7", Log, Own),
            ("badge:7", State, Own),
            ("order:MN-1", State, Grant),
            ("match:9", Log, Grant),
            ("tournament:3:staff", Log, Grant),
            ("public:phase:3", State, Public),
            ("public:stock:12", State, Public),
            ("public:bracket:3", State, Public),
            ("public:maintenance", State, Public),
            ("public:delivery", State, Public),
            ("public:tournament:3", Log, Public),
        ] {
            let found = rules_of(topic).unwrap();
            assert_eq!((found.kind, found.access), (kind, access), "{topic}");
        }
        assert_eq!(rules_of("match:9").unwrap().signals, ["typing"]);
        assert!(rules_of("match:9").unwrap().presence && !rules_of("order:9").unwrap().presence);
    }

    #[test]
    fn other_names_are_no_topics() {
        for topic in ["", "user:", "order", "secret:1", "public:", "order:a b", "order:{a}", "order:\"", "order:ก", "order:a\n"]
        {
            assert_eq!(rules_of(topic), None, "{topic}");
        }
        // Anyone may name these.
        for topic in ["phase", "stock", "bracket"] {
            for id in ["", "0", "007", "-1", "+1", "1.5", "abc", "1:2", "9223372036854775808"] {
                assert_eq!(rules_of(&format!("public:{topic}:{id}")), None, "{topic} {id}");
            }
        }
        let long = "x".repeat(MAX_SLUG + 1);
        for id in ["News", "news!", "-news", "news-", "a::b", ":", "a:", "a:b:c", "ข่าว", "a_b", "%00", "delivery:", long.as_str()]
        {
            assert_eq!(rules_of(&format!("public:{id}")), None, "{id}");
        }
        for id in ["news", "news-2", "7", "tournament:3", &long[1..]] {
            assert!(rules_of(&format!("public:{id}")).is_some(), "{id}");
        }
        assert_eq!(rules_of(&format!("order:{}", "x".repeat(MAX_TOPIC))), None);
    }

    #[test]
    fn own_topics_are_compared_whole() {
        assert!(is_own("user:7", "7") && is_own("badge:7", "7"));
        assert!(!is_own("user:77", "7") && !is_own("user:7:x", "7") && !is_own("user:", ""));
    }
}
