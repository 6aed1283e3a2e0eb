//! The rules of calls: the table that the guard reads, and the types by which a feature fills it.

use std::collections::HashMap;

use anyhow::{Result, ensure};
use axum::http::Method;
use utoipa::openapi::{PathItem, Paths};

use manao_domain::staff::StaffRole;

use super::rights::{Named, Over, Role, Thing};
use crate::problem::{Code, codes};

/// The group of people who may make a call. Each also admits those below it in the list, except that staff need be neither verified nor
/// promoters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// No session needed, and the answer is not personal: it may be cached on the way. Every other answer has `no-store`.
    Public,
    /// No session needed. Webhooks, which are authenticated by a signature, are of this kind.
    Anyone,
    /// A live session, even of a suspended person
    Member,
    /// Not suspended
    Active,
    /// Not suspended, verified, and having accepted the terms
    Verified,
    /// Verified, with the right to run tournaments
    Promoter,
    /// With a role of staff, in the console or on the way in
    StaffMember,
    /// In the console, with one of these roles
    Staff(&'static [StaffRole]),
}

impl Who {
    /// Returns the group in words, for the documentation.
    pub fn words(self) -> &'static str {
        match self {
            Self::Public | Self::Anyone => "anyone",
            Self::Member => "who is logged in, even if suspended",
            Self::Active => "who is logged in and not suspended",
            Self::Verified => {
                "who is logged in, not suspended, has a verified e-mail or mobile number and has accepted the terms"
            }
            Self::Promoter => "a promoter: verified, with the right to run tournaments",
            Self::StaffMember => "staff, before the second factor",
            Self::Staff(StaffRole::ALL) => "staff in the console",
            Self::Staff(_) => "staff in the console with a role that the call names",
        }
    }

    /// Returns the codes with which the guard rejects everybody else.
    pub fn refusals(self) -> &'static [Code] {
        use codes::{account_suspended, console_required, promoter_required, session_expired, session_required, session_revoked};
        use codes::{role_required, staff_required, terms_required, verification_required};
        match self {
            Self::Public | Self::Anyone => &[],
            Self::Member => &[session_required, session_expired, session_revoked],
            Self::Active => &[session_required, session_expired, session_revoked, account_suspended],
            Self::Verified => {
                &[session_required, session_expired, session_revoked, account_suspended, verification_required, terms_required]
            }
            Self::Promoter => &[
                session_required,
                session_expired,
                session_revoked,
                account_suspended,
                verification_required,
                terms_required,
                promoter_required,
            ],
            Self::StaffMember => &[session_required, session_expired, session_revoked, account_suspended, staff_required],
            Self::Staff(_) => &[
                session_required,
                session_expired,
                session_revoked,
                account_suspended,
                staff_required,
                console_required,
                role_required,
            ],
        }
    }
}

/// The HTTP methods of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Changes nothing, and cannot: see [`Change`](crate::database::Change). `HEAD` is answered like `GET`.
    Get,
    Post,
    /// Changes something although the published contract says `GET`. `POST` does the same; `HEAD` is rejected.
    WritingGet,
}

impl Verb {
    /// Returns the methods that have a handler.
    pub fn methods(self) -> &'static [Method] {
        const GET: &[Method] = &[Method::GET];
        const POST: &[Method] = &[Method::POST];
        const BOTH: &[Method] = &[Method::GET, Method::POST];
        match self {
            Self::Get => GET,
            Self::Post => POST,
            Self::WritingGet => BOTH,
        }
    }
}

/// The terms of a call as it is registered: its group of callers, its target, and its own refusals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Admission {
    pub who: Who,
    pub over: Option<Over>,
    /// Whether the second factor must have been given just now
    pub fresh: bool,
    /// Whether open pages make the call by themselves, so that it is no sign of somebody being there
    pub polled: bool,
    /// Codes beside the refusals of the guard and those that follow from the call's shape
    pub refusals: &'static [&'static [Code]],
}

impl From<Who> for Admission {
    fn from(who: Who) -> Self {
        who.admission()
    }
}

impl Who {
    const fn admission(self) -> Admission {
        Admission { who: self, over: None, fresh: false, polled: false, refusals: &[] }
    }

    /// Admits only callers with one of these roles over the thing that the request names.
    #[must_use]
    pub const fn over(self, thing: &'static Thing, named: Named, roles: &'static [Role]) -> Admission {
        Admission { over: Some(Over { thing, named, roles }), ..self.admission() }
    }

    /// Asks for the second factor again, unless it was given just now.
    #[must_use]
    pub const fn fresh(self) -> Admission {
        Admission { fresh: true, ..self.admission() }
    }

    /// Keeps the call from counting as use of the console: open pages make it by themselves.
    #[must_use]
    pub const fn polled(self) -> Admission {
        Admission { polled: true, ..self.admission() }
    }

    /// Sets the codes with which the call itself refuses, in groups.
    #[must_use]
    pub const fn refuses(self, refusals: &'static [&'static [Code]]) -> Admission {
        self.admission().refuses(refusals)
    }
}

impl Admission {
    /// Sets the codes with which the call itself refuses, in groups.
    #[must_use]
    pub const fn refuses(self, refusals: &'static [&'static [Code]]) -> Self {
        Self { refusals, ..self }
    }
}

/// The rule of a call: its methods, its callers, and its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub verb: Verb,
    /// Path under `/api`
    pub path: String,
    pub who: Who,
    pub over: Option<Over>,
    pub fresh: bool,
    pub polled: bool,
    pub refusals: &'static [&'static [Code]],
}

impl Rule {
    /// Returns the rules of these paths; `GET` beside `POST` of one handler is a [`Verb::WritingGet`].
    pub fn of_paths(paths: &Paths, admission: Admission) -> Vec<Self> {
        let Admission { who, over, fresh, polled, refusals } = admission;
        let rule = |(path, item): (&String, &PathItem)| {
            let verb = match (&item.get, &item.post) {
                (Some(_), Some(_)) => Verb::WritingGet,
                (Some(_), None) => Verb::Get,
                _ => Verb::Post,
            };
            Self { verb, path: path.clone(), who, over, fresh, polled, refusals }
        };
        paths.paths.iter().map(rule).collect()
    }
}

/// All rules, by path.
#[derive(Debug, Default)]
pub struct Rules(HashMap<String, Vec<Rule>>);

impl Rules {
    /// # Errors
    /// When two rules concern one call, or a rule contradicts itself.
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Result<Self> {
        let mut by_path: HashMap<String, Vec<Rule>> = HashMap::new();
        for rule in rules {
            let path = rule.path.clone();
            ensure!(path.starts_with('/') && !path.starts_with("/api/"), "{path}");
            // Without a session nobody can have a role; and a cached answer does not always reach the guard.
            ensure!(rule.over.is_none() || !matches!(rule.who, Who::Public | Who::Anyone), "{path} is over a thing");
            ensure!(rule.verb != Verb::WritingGet || rule.who != Who::Public, "{path} writes");
            let is_console = matches!(rule.who, Who::Staff(_) | Who::StaffMember);
            ensure!(is_console == path.starts_with("/console/"), "{path} is a call of the console, or is not");
            ensure!(!rule.fresh || matches!(rule.who, Who::Staff(_)), "{path} asks for a factor outside the console");
            if let Some(Over { named: Named::Path(name), .. }) = rule.over {
                ensure!(path.contains(&format!("{{{name}}}")), "{path} has no {name}");
            }
            let others = by_path.entry(path).or_default();
            let same = others.iter().any(|other| other.verb.methods().iter().any(|method| rule.verb.methods().contains(method)));
            ensure!(!same, "{} stands twice", rule.path);
            others.push(rule);
        }
        Ok(Self(by_path))
    }

    /// Returns the rule of a call. `HEAD` finds the rule of `GET`.
    pub fn find(&self, method: &Method, path: &str) -> Option<&Rule> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        self.0.get(path)?.iter().find(|rule| rule.verb.methods().contains(method))
    }
}
