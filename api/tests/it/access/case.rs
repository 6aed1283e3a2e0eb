//! Cases of calls, for the tests of access.

use manao_kernel::access::rules::{Rule, Verb};
use serde_json::{Value, json};

use super::stage::Owned;

/// A call. Its rule has the rest: the access, and where the call names the thing that it is over.
#[derive(Clone, Copy)]
pub struct Case {
    pub verb: Verb,
    pub path: &'static str,
    /// Values of the path; those that no case gives are parts of the thing, or of the stage's objects, else `4711`
    pub values: &'static [(&'static str, &'static str)],
    /// The query string
    pub query: &'static str,
    /// The whole body but the thing's name
    pub body: fn(&Owned) -> Value,
}

impl Case {
    pub fn is_of(&self, rule: &Rule) -> bool {
        (self.verb, self.path) == (rule.verb, rule.path.as_str())
    }

    pub const fn with(self, body: fn(&Owned) -> Value) -> Self {
        Self { body, ..self }
    }

    pub const fn asking(self, query: &'static str) -> Self {
        Self { query, ..self }
    }

    pub const fn at(self, values: &'static [(&'static str, &'static str)]) -> Self {
        Self { values, ..self }
    }
}

const fn case(verb: Verb, path: &'static str) -> Case {
    Case { verb, path, values: &[], query: "", body: |_| json!({}) }
}

pub const fn get(path: &'static str) -> Case {
    case(Verb::Get, path)
}

pub const fn post(path: &'static str) -> Case {
    case(Verb::Post, path)
}

pub const fn writing_get(path: &'static str) -> Case {
    case(Verb::WritingGet, path)
}

/// Defines one test for each case, and the list of them.
macro_rules! cases {
    ($($name:ident: $case:expr;)*) => {
        pub const CASES: &[&super::case::Case] = &[$(&$case),*];
        $(
            #[test]
            fn $name() {
                super::check::check(&$case);
            }
        )*
    };
}
pub(super) use cases;
