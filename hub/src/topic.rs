//! The table of topics: the meaning of their names. The hub has no built-in names; its operator supplies a table, see `docs/REALTIME.md`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Longest topic name in bytes.
pub const MAX_TOPIC: usize = 128;
/// The format of a table that this hub reads.
pub const FORMAT: u64 = 1;

/// Largest table in bytes, and most rows.
const MAX_TABLE: usize = 64 * 1024;
const MAX_ROWS: usize = 256;
/// Most signals of a topic.
const MAX_SIGNALS: usize = 16;
/// Longest slug in bytes.
const MAX_SLUG: usize = 64;

/// How events of a topic are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TopicKind)]
pub enum Kind {
    /// Every event counts: history, no gaps, never merged.
    Log,
    /// Only the newest snapshot counts: sent at once on subscribing, merged under pressure; the highest version wins.
    State,
}

/// The audience of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Anyone, visitors too.
    Anyone,
    /// The user whose id is in the name.
    Own,
    /// Anyone who presents a grant for this topic.
    Grant,
}

/// The rules of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How events are kept.
    pub kind: Kind,
    /// The audience that may listen.
    pub audience: Audience,
    /// Whether the topic shows the users in it.
    pub presence: bool,
    /// Names of the signals that clients may send in it.
    pub signals: Vec<String>,
}

impl Rules {
    /// Builds the rules of a topic without presence and signals.
    pub(crate) fn plain(kind: Kind, audience: Audience) -> Self {
        Self { kind, audience, presence: false, signals: Vec::new() }
    }
}

/// Reason why a table was refused.
#[derive(Debug, thiserror::Error)]
pub enum TopicsError {
    /// Too many bytes or rows.
    #[error("the table of topics is too large: at most {MAX_TABLE} bytes and {MAX_ROWS} rows")]
    TooLarge,
    /// Not a table, or of another format.
    #[error("the table of topics is not of format {FORMAT}: {0}")]
    Format(String),
    /// An invalid row.
    #[error("the table of topics, {name:?}: {reason}")]
    Row {
        /// The row's name.
        name: String,
        /// The fault.
        reason: &'static str,
    },
}

/// A table of topics. Clones share it.
#[derive(Clone, Debug)]
pub struct Topics(Arc<Table>);

#[derive(Debug)]
struct Table {
    /// The longest literal beginning first.
    rows: Vec<Row>,
    /// Prefix before the user's id in the topic that hello joins.
    personal: Option<String>,
}

#[derive(Debug)]
struct Row {
    segments: Vec<Segment>,
    /// Number of segments before the first placeholder.
    literal: usize,
    rules: Arc<Rules>,
}

/// One part of a name, between colons.
#[derive(Debug, PartialEq, Eq)]
enum Segment {
    Literal(String),
    /// `{id}`: printable ASCII without colons, spaces, quotes, backslashes and braces (braces would choose another Redis slot).
    Id,
    /// `{number}`: a number of a database, without sign and leading zero.
    Number,
    /// `{slug}`
    Slug,
}

#[derive(Deserialize)]
struct Versioned {
    format: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTable {
    #[serde(rename = "format")]
    _format: u64,
    topics: Vec<WrittenRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRow {
    name: String,
    kind: Kind,
    audience: Audience,
    #[serde(default)]
    presence: bool,
    #[serde(default)]
    signals: Vec<String>,
    #[serde(default)]
    hello: bool,
}

impl Topics {
    /// Reads a table written as JSON.
    pub fn parse(text: &str) -> Result<Self, TopicsError> {
        if text.len() > MAX_TABLE {
            return Err(TopicsError::TooLarge);
        }
        let unreadable = |error: serde_json::Error| TopicsError::Format(error.to_string());
        // First, so that a future table is refused by its format and not by its first new field.
        let Versioned { format } = serde_json::from_str(text).map_err(unreadable)?;
        if format != FORMAT {
            return Err(TopicsError::Format(format!("it says {format}")));
        }
        let written: WrittenTable = serde_json::from_str(text).map_err(unreadable)?;
        if written.topics.len() > MAX_ROWS {
            return Err(TopicsError::TooLarge);
        }
        let mut table = Table { rows: Vec::with_capacity(written.topics.len()), personal: None };
        for row in written.topics {
            let name = row.name.clone();
            table.add(row).map_err(|reason| TopicsError::Row { name, reason })?;
        }
        table.rows.sort_by_key(|row| std::cmp::Reverse(row.literal));
        Ok(Self(Arc::new(table)))
    }

    /// Returns the rules of a topic; None if there is no such topic. Among the rows with a literal prefix of the name, those with the longest
    /// prefix decide, whether the rest fits or not.
    pub fn rules(&self, topic: &str) -> Option<&Arc<Rules>> {
        if topic.len() > MAX_TOPIC {
            return None;
        }
        let rows = &self.0.rows;
        let longest = rows.iter().find(|row| row.begins(topic))?.literal;
        rows.iter().find(|row| row.literal == longest && row.fits(topic)).map(|row| &row.rules)
    }

    /// Whether only the newest snapshot of the topic is kept.
    pub fn is_state(&self, topic: &str) -> bool {
        self.rules(topic).is_some_and(|rules| rules.kind == Kind::State)
    }

    /// Returns the topic that a signed-in socket joins automatically.
    pub fn personal(&self, user: &str) -> Option<String> {
        self.0.personal.as_ref().map(|prefix| format!("{prefix}:{user}"))
    }
}

impl Table {
    fn add(&mut self, written: WrittenRow) -> Result<(), &'static str> {
        let WrittenRow { name, kind, audience, presence, signals, hello } = written;
        if name.len() > MAX_TOPIC {
            return Err("too long");
        }
        let segments = name.split(':').map(Segment::parse).collect::<Result<Vec<_>, _>>()?;
        let literal = segments.iter().take_while(|segment| matches!(segment, Segment::Literal(_))).count();
        if literal == 0 {
            return Err("a name begins with a word");
        }
        if self.rows.iter().any(|row| row.segments == segments) {
            return Err("it is there twice");
        }
        // Anyone may ask for a public name, so those follow a narrow pattern; the others are opened by a token or a grant that names them.
        if audience == Audience::Anyone && segments.contains(&Segment::Id) {
            return Err("what anyone may hear is named by {number} or {slug}");
        }
        if audience == Audience::Own && !matches!(segments[..], [Segment::Literal(_), Segment::Id]) {
            return Err("a user's own topic is a word and {id}");
        }
        if signals.len() > MAX_SIGNALS || !signals.iter().all(|signal| is_slug(signal)) {
            return Err("too many signals, or one that is no slug");
        }
        if hello {
            if audience != Audience::Own || kind != Kind::Log || self.personal.is_some() {
                return Err("hello joins one topic, a log of the user's own");
            }
            self.personal = name.split_once(':').map(|(word, _)| word.to_owned());
        }
        self.rows.push(Row { segments, literal, rules: Arc::new(Rules { kind, audience, presence, signals }) });
        Ok(())
    }
}

impl Row {
    fn begins(&self, topic: &str) -> bool {
        let mut parts = topic.split(':');
        self.segments[..self.literal].iter().all(|segment| parts.next().is_some_and(|part| segment.fits(part)))
    }

    fn fits(&self, topic: &str) -> bool {
        let mut parts = topic.split(':');
        self.segments.iter().all(|segment| parts.next().is_some_and(|part| segment.fits(part))) && parts.next().is_none()
    }
}

impl Segment {
    fn parse(text: &str) -> Result<Self, &'static str> {
        match text {
            "{id}" => Ok(Self::Id),
            "{number}" => Ok(Self::Number),
            "{slug}" => Ok(Self::Slug),
            word if is_slug(word) => Ok(Self::Literal(word.to_owned())),
            _ => Err("a part of a name is a slug, {id}, {number} or {slug}"),
        }
    }

    fn fits(&self, part: &str) -> bool {
        match self {
            Self::Literal(word) => part == word,
            Self::Id => {
                let fits = |c: u8| c.is_ascii_graphic() && !matches!(c, b'"' | b'\\' | b'{' | b'}');
                !part.is_empty() && part.bytes().all(fits)
            }
            Self::Number => part.starts_with(|c: char| matches!(c, '1'..='9')) && part.parse::<i64>().is_ok(),
            Self::Slug => is_slug(part),
        }
    }
}

fn is_slug(text: &str) -> bool {
    let fits = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    (1..=MAX_SLUG).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with('-') && !text.ends_with('-')
}

/// Whether `user` owns a topic of [`Audience::Own`]: the id behind the first colon is theirs.
pub fn is_own(topic: &str, user: &str) -> bool {
    !user.is_empty() && topic.split_once(':').is_some_and(|(_, id)| id == user)
}

/// Returns the example that `docs/REALTIME.md` names, as the tests' table.
#[cfg(test)]
pub(crate) fn example() -> Topics {
    Topics::parse(include_str!("../examples/topics.json")).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_decides() {
        use Audience::*;
        use Kind::*;
        let topics = example();
        for (topic, kind, audience) in [
            ("user:7", Log, Own),
            ("badge:7", State, Own),
            ("order:MN-1", State, Grant),
            ("match:9", Log, Grant),
            ("tournament:3:staff", Log, Grant),
            ("public:phase:3", State, Anyone),
            ("public:stock:12", State, Anyone),
            ("public:bracket:3", State, Anyone),
            ("public:maintenance", State, Anyone),
            ("public:maintenance-2", Log, Anyone),
            ("public:delivery", State, Anyone),
            ("public:tournament:3", Log, Anyone),
        ] {
            let found = topics.rules(topic).unwrap();
            assert_eq!((found.kind, found.audience), (kind, audience), "{topic}");
        }
        assert_eq!(topics.rules("match:9").unwrap().signals, ["typing"]);
        assert!(topics.rules("match:9").unwrap().presence && !topics.rules("order:9").unwrap().presence);
        assert_eq!(topics.personal("7").as_deref(), Some("user:7"));
    }

    #[test]
    fn other_names_are_no_topics() {
        let topics = example();
        let known = |topic: &str| topics.rules(topic).is_some();
        for topic in ["", "user:", "order", "secret:1", "public:", "public", "order:a b", "order:{a}", "order:\"", "order:ก"] {
            assert!(!known(topic), "{topic}");
        }
        for topic in ["order:a\n", "order:a:b", "tournament:3", "tournament:3:staff:x", "!control"] {
            assert!(!known(topic), "{topic}");
        }
        // Anyone may name these.
        for topic in ["phase", "stock", "bracket"] {
            for id in ["", "0", "007", "-1", "+1", "1.5", "abc", "1:2", "9223372036854775808"] {
                assert!(!known(&format!("public:{topic}:{id}")), "{topic} {id}");
            }
        }
        let long = "x".repeat(MAX_SLUG + 1);
        for id in ["News", "news!", "-news", "news-", "a::b", ":", "a:", "a:b:c", "ข่าว", "a_b", "%00", "delivery:", long.as_str()]
        {
            assert!(!known(&format!("public:{id}")), "{id}");
        }
        for id in ["news", "news-2", "7", "tournament:3", &long[1..]] {
            assert!(known(&format!("public:{id}")), "{id}");
        }
        assert!(!known(&format!("order:{}", "x".repeat(MAX_TOPIC))));
    }

    #[test]
    fn own_topics_are_compared_whole() {
        assert!(is_own("user:7", "7") && is_own("badge:7", "7"));
        assert!(!is_own("user:77", "7") && !is_own("user:7:x", "7") && !is_own("user:", ""));
    }

    #[test]
    fn a_table_that_cannot_be_meant_is_refused_with_its_reason() {
        let row = |fields: &str| format!(r#"{{"format":1,"topics":[{{{fields}}}]}}"#);
        let log = |name: &str, audience: &str| row(&format!(r#""name":"{name}","kind":"log","audience":"{audience}""#));
        let twice = r#"{"name":"a:{id}","kind":"log","audience":"own","hello":true}"#;
        for (table, says) in [
            ("".to_owned(), "format 1"),
            ("[]".to_owned(), "format 1"),
            (r#"{"topics":[]}"#.to_owned(), "missing field `format`"),
            (r#"{"format":2,"rows":[]}"#.to_owned(), "it says 2"),
            (r#"{"format":1,"topics":[],"more":1}"#.to_owned(), "unknown field `more`"),
            (row(r#""name":"a","kind":"list","audience":"anyone""#), "unknown variant `list`"),
            (row(r#""name":"a","kind":"log","audience":"all""#), "unknown variant `all`"),
            (row(r#""name":"a","kind":"log","audience":"anyone","signals":["A"]"#), "signals"),
            (row(r#""name":"a","kind":"log","audience":"anyone","hello":true"#), "hello joins one topic"),
            (log("{id}", "grant"), "begins with a word"),
            (log("", "grant"), "a part of a name"),
            (log("a:*", "grant"), "a part of a name"),
            (log("A", "grant"), "a part of a name"),
            (log("a:{id}", "anyone"), "{number} or {slug}"),
            (log("a:{number}", "own"), "a word and {id}"),
            (log(&"a".repeat(MAX_TOPIC + 1), "grant"), "too long"),
            (format!(r#"{{"format":1,"topics":[{twice},{twice}]}}"#), "it is there twice"),
            (format!(r#"{{"format":1,"topics":[{twice},{}]}}"#, twice.replace("a:", "b:")), "hello joins one topic"),
            (format!("{}{}", log("a", "grant"), " ".repeat(MAX_TABLE)), "too large"),
        ] {
            let error = Topics::parse(&table).unwrap_err().to_string();
            assert!(error.contains(says), "{error}\n{table:.200}");
        }
        let empty = Topics::parse(r#"{"format":1,"topics":[]}"#).unwrap();
        assert!(empty.rules("user:7").is_none() && empty.personal("7").is_none());
    }
}
