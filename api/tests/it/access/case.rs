//! How a call is made, for the tests of who may make it.

use manao_kernel::access::rules::{Rule, Verb};
use serde_json::{Value, json};

use super::stage::Owned;

/// A call. The rule says the rest: who may make it, and where it names the thing that it is over.
#[derive(Clone, Copy)]
pub struct Case {
    pub verb: Verb,
    pub path: &'static str,
    /// Values of the path; those that no case gives are parts of the thing, or of what stands on the stage, else `4711`
    pub values: &'static [(&'static str, &'static str)],
    /// What stands behind the question mark
    pub query: &'static str,
    /// All of it but the thing's name
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

/// One test for each case, and the list of them.
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
