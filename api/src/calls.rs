//! All calls on one page: their callers, things and refusals. `make generate` writes it to `calls.txt`.

use std::fmt::Write as _;

use manao_kernel::access::Who;
use manao_kernel::access::rights::Named;
use manao_kernel::access::rules::{Rule, Verb};

use crate::features;

/// Returns one line per call, sorted by path.
pub fn table() -> String {
    let mut rules = features::rules(&features::all());
    rules.sort_by(|a, b| (&a.path, a.verb.methods()[0].as_str()).cmp(&(&b.path, b.verb.methods()[0].as_str())));
    let path = rules.iter().map(|rule| rule.path.len()).max().unwrap_or_default();
    let mut table = String::new();
    for rule in &rules {
        let line = format!("{:8}  {:path$}  {:8}{}", verb(rule.verb), rule.path, who(rule.who), rest(rule));
        let _ = writeln!(table, "{}", line.trim_end());
    }
    table
}

fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Get => "GET",
        Verb::Post => "POST",
        Verb::WritingGet => "GET+POST",
    }
}

fn who(who: Who) -> &'static str {
    match who {
        Who::Public => "public",
        Who::Anyone => "anyone",
        Who::Member => "member",
        Who::Active => "active",
        Who::Verified => "verified",
        Who::Promoter => "promoter",
        Who::StaffMember => "staff",
        Who::Staff(_) => "console",
    }
}

fn rest(rule: &Rule) -> String {
    let mut rest = String::new();
    if let Who::Staff(roles) = rule.who {
        let roles: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
        let _ = write!(rest, "  as {}{}", roles.join(", "), if rule.fresh { ", fresh factor" } else { "" });
    }
    if let Some(over) = rule.over {
        let roles: Vec<&str> = over.roles.iter().map(|role| role.as_str()).collect();
        let place = match over.named {
            Named::Path(_) => "path",
            Named::Body(_) => "body",
        };
        let _ = write!(rest, "  over {} ({place} {}): {}", over.thing.name, over.named.name(), roles.join(", "));
    }
    let codes: Vec<&str> = rule.refusals.iter().copied().flatten().map(|code| code.name).collect();
    if !codes.is_empty() {
        let _ = write!(rest, "  refuses {}", codes.join(", "));
    }
    rest
}
