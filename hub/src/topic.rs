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

/// First match wins. A prefix that ends in a colon wants an id behind it; any other is the whole name.
const TABLE: &[(&str, Rules)] = &[
    ("user:", rules(Kind::Log, Access::Own)),
    ("badge:", rules(Kind::State, Access::Own)),
    ("order:", rules(Kind::State, Access::Grant)),
    ("match:", Rules { presence: true, signals: &["typing"], ..rules(Kind::Log, Access::Grant) }),
    ("tournament:", rules(Kind::Log, Access::Grant)),
    ("public:phase:", rules(Kind::State, Access::Public)),
    ("public:stock:", rules(Kind::State, Access::Public)),
    ("public:bracket:", rules(Kind::State, Access::Public)),
    ("public:maintenance", rules(Kind::State, Access::Public)),
    ("public:delivery", rules(Kind::State, Access::Public)),
    ("public:", rules(Kind::Log, Access::Public)),
];

/// Rules of a topic, or nothing if there is no such topic. Names are printable ASCII without spaces, quotes, backslashes
/// and braces (braces would choose another Redis slot).
pub fn rules_of(topic: &str) -> Option<Rules> {
    let fits = |c: u8| c.is_ascii_graphic() && !matches!(c, b'"' | b'\\' | b'{' | b'}');
    if topic.len() > MAX_TOPIC || !topic.bytes().all(fits) {
        return None;
    }
    TABLE
        .iter()
        .find(|(prefix, _)| match prefix.strip_suffix(':') {
            Some(_) => topic.len() > prefix.len() && topic.starts_with(prefix),
            None => topic == *prefix,
        })
        .map(|(_, rules)| *rules)
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
        assert_eq!(rules_of(&format!("order:{}", "x".repeat(MAX_TOPIC))), None);
    }

    #[test]
    fn own_topics_are_compared_whole() {
        assert!(is_own("user:7", "7") && is_own("badge:7", "7"));
        assert!(!is_own("user:77", "7") && !is_own("user:7:x", "7") && !is_own("user:", ""));
    }
}
