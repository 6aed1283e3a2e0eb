//! The cost of a parsed query, found before anything else walks it.
//!
//! Every definition is walked once: a fragment that is spread a thousand times is computed once and counted a thousand times. Sums
//! saturate. Any later walk of the expanded query (validation, then execution) has at most [`limits::COST`] steps.

use std::collections::HashMap;

use async_graphql::parser::types::{
    BaseType, Directive, ExecutableDocument, Field, FragmentDefinition, Selection, SelectionSet, Type, TypeKind,
    TypeSystemDefinition,
};
use async_graphql::{Name, Positioned, Value, Variables};

use super::limits::{self, Count, over};
use super::question::invalid;
use manao_kernel::problem::Problem;

/// Assumed length of each list, so that a query's cost is that of its answer: lists within lists multiply, and games lead to packages as
/// packages lead to games.
const ENTRIES: &[(&str, &str, usize)] = &[
    ("Game", "products", 30),
    ("Game", "related", 6),
    ("GameGuide", "where", 6),
    ("GameGuide", "steps", 6),
    ("GameGuide", "questions", 6),
    ("Shelf", "games", 20),
    ("Home", "shelves", 10),
    ("Home", "banners", 10),
    ("Home", "flashSales", 20),
    // As many as a page has: see `per_page`.
    ("GamePage", "items", 1),
    ("Query", "shelfBases", 10),
    ("Query", "bannerInPage", 10),
    ("Query", "flashSales", 20),
    ("Query", "faq", 50),
    ("Query", "manual", 30),
    ("Query", "help", 10),
    // As many as a page has: see `per_page`.
    ("ArticlePage", "items", 1),
    ("ArticlePage", "games", 30),
    ("Article", "games", 3),
    ("Article", "body", 10),
    ("Article", "headings", 10),
    ("Article", "tags", 5),
    ("Article", "doors", 3),
    ("Article", "shows", 10),
    ("Article", "recordings", 10),
    ("Review", "marks", 5),
    ("Promotion", "steps", 5),
    ("Promotion", "conditions", 8),
    ("ManualEntry", "doors", 3),
    ("AppConfig", "socialLinks", 5),
];
/// Assumed length of a list that is not in that table.
const UNKNOWN: usize = 100;

/// The lists that are read page by page, each with its largest page size and its default.
const PAGED: [(&str, usize, usize); 2] = [("games", 100, 48), ("articles", 50, 12)];

/// The types that fields lead to, each with its assumed number of entries.
pub struct Shape(HashMap<String, HashMap<String, (String, usize)>>);

impl Shape {
    /// Parses the schema's own text.
    pub fn parse(sdl: &str) -> Self {
        let mut types = HashMap::new();
        let definitions = async_graphql::parser::parse_schema(sdl).map(|document| document.definitions).unwrap_or_default();
        for definition in definitions {
            let TypeSystemDefinition::Type(definition) = definition else { continue };
            let name = definition.node.name.node.to_string();
            let TypeKind::Object(object) = definition.node.kind else { continue };
            let fields = object.fields.into_iter().map(|field| {
                let field_name = field.node.name.node.to_string();
                let (leads_to, is_list) = named(&field.node.ty.node);
                let of_table = ENTRIES.iter().find(|(of, field, _)| *of == name && *field == field_name);
                let entries = of_table.map_or(if is_list { UNKNOWN } else { 1 }, |(_, _, entries)| *entries);
                (field_name, (leads_to.to_owned(), entries))
            });
            types.insert(name.clone(), fields.collect());
        }
        Self(types)
    }

    /// # Errors
    /// `query_too_costly` with the limit that the query exceeds, `query_invalid` for a fragment that spreads itself.
    pub fn check(&self, document: &ExecutableDocument, variables: &Variables) -> Result<(), Problem> {
        Count::new("operations", limits::OPERATIONS).add(document.operations.iter().count())?;
        Count::new("fragments", limits::FRAGMENTS).add(document.fragments.len())?;
        let mut walk = Walk {
            shape: self,
            fragments: &document.fragments,
            variables,
            reckoned: HashMap::new(),
            aliases: Count::new("aliases", limits::ALIASES),
            directives: Count::new("directives", limits::DIRECTIVES),
            spreads: Count::new("spreads", limits::SPREADS),
        };
        // Unused fragments are checked too.
        for name in document.fragments.keys() {
            walk.fragment(name)?;
        }
        for (_, operation) in document.operations.iter() {
            let operation = &operation.node;
            Count::new("variables", limits::VARIABLES).add(operation.variable_definitions.len())?;
            for variable in &operation.variable_definitions {
                walk.directives(&variable.node.directives)?;
            }
            walk.directives(&operation.directives)?;
            let sum = walk.set(&operation.selection_set.node, "Query")?;
            if sum.depth > limits::DEPTH {
                return Err(over("depth", limits::DEPTH));
            }
            if sum.cost > limits::COST {
                return Err(over("cost", limits::COST));
            }
        }
        Ok(())
    }
}

fn named(ty: &Type) -> (&str, bool) {
    match &ty.base {
        BaseType::Named(name) => (name, false),
        BaseType::List(inner) => (named(inner).0, true),
    }
}

#[derive(Clone, Copy, Default)]
struct Sum {
    cost: usize,
    depth: usize,
}

struct Walk<'a> {
    shape: &'a Shape,
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    variables: &'a Variables,
    /// None while it is being computed
    reckoned: HashMap<&'a str, Option<Sum>>,
    aliases: Count,
    directives: Count,
    spreads: Count,
}

impl<'a> Walk<'a> {
    fn set(&mut self, set: &'a SelectionSet, on: &str) -> Result<Sum, Problem> {
        let mut sum = Sum::default();
        for selection in &set.items {
            let of_it = match &selection.node {
                Selection::Field(field) => self.field(&field.node, on)?,
                Selection::FragmentSpread(spread) => {
                    self.spreads.add(1)?;
                    self.directives(&spread.node.directives)?;
                    self.fragment(&spread.node.fragment_name.node)?
                }
                Selection::InlineFragment(fragment) => {
                    self.spreads.add(1)?;
                    self.directives(&fragment.node.directives)?;
                    let on = fragment.node.type_condition.as_ref().map_or(on, |condition| &condition.node.on.node);
                    self.set(&fragment.node.selection_set.node, on)?
                }
            };
            // One for the selection itself, of any kind.
            sum.cost = sum.cost.saturating_add(of_it.cost).saturating_add(1);
            sum.depth = sum.depth.max(of_it.depth);
        }
        Ok(sum)
    }

    /// Returns a field's sum, without the one that [`Walk::set`] counts.
    fn field(&mut self, field: &'a Field, on: &str) -> Result<Sum, Problem> {
        if field.alias.is_some() {
            self.aliases.add(1)?;
        }
        self.directives(&field.directives)?;
        let name = field.name.node.as_str();
        if name.starts_with("__") && name != "__typename" {
            return Err(invalid("There is no introspection. The schema is a document: /api/schema.graphql"));
        }
        let known = self.shape.0.get(on).and_then(|fields| fields.get(name));
        let (leads_to, entries) = known.map_or(("", 1), |(leads_to, entries)| (leads_to.as_str(), *entries));
        let within = self.set(&field.selection_set.node, leads_to)?;
        let paged = PAGED.iter().find(|(list, ..)| on == "Query" && *list == name);
        let entries = paged.map_or(entries, |(_, most, usual)| self.per_page(field, *most, *usual));
        let cost = if within.cost == 0 { 0 } else { entries.saturating_mul(within.cost.saturating_add(1)) };
        Ok(Sum { cost, depth: within.depth.saturating_add(1) })
    }

    fn fragment(&mut self, name: &str) -> Result<Sum, Problem> {
        // A fragment that does not exist is found by validation.
        let Some((name, fragment)) = self.fragments.get_key_value(name) else { return Ok(Sum::default()) };
        match self.reckoned.get(name.as_str()) {
            Some(Some(sum)) => return Ok(*sum),
            Some(None) => return Err(invalid("A fragment spreads itself.")),
            None => {}
        }
        self.reckoned.insert(name, None);
        self.directives(&fragment.node.directives)?;
        let sum = self.set(&fragment.node.selection_set.node, &fragment.node.type_condition.node.on.node)?;
        self.reckoned.insert(name, Some(sum));
        Ok(sum)
    }

    fn directives(&mut self, directives: &[Positioned<Directive>]) -> Result<(), Problem> {
        self.directives.add(directives.len())
    }

    /// Returns the entries per page; the maximum when that is unknown, as when it comes from a variable's default.
    fn per_page(&self, field: &Field, most: usize, usual: usize) -> usize {
        let Some(asked) = field.get_argument("perPage") else { return usual };
        let asked = asked.node.clone().into_const_with(|name| self.variables.get(&name).cloned().ok_or(()));
        let asked = match asked {
            Ok(Value::Number(number)) => number.as_i64(),
            _ => None,
        };
        asked.and_then(|asked| usize::try_from(asked).ok()).unwrap_or(most).clamp(1, most)
    }
}

#[cfg(test)]
mod tests {
    use async_graphql::parser::parse_query;

    use super::*;
    use crate::catalogue::question::DOCUMENTS;
    use crate::catalogue::schema::schema;

    fn refusal(query: &str) -> Option<String> {
        let shape = Shape::parse(&schema().sdl());
        let problem = shape.check(&parse_query(query).unwrap(), &Variables::default()).err()?;
        Some(if problem.code().name == "query_too_costly" {
            problem.message(manao_kernel::problem::Lang::En).split(['(', ':']).nth(1).unwrap().to_owned()
        } else {
            problem.code().name.to_owned()
        })
    }

    #[test]
    fn every_list_of_the_schema_stands_in_the_table() {
        let shape = Shape::parse(&schema().sdl());
        let objects = |name: &str| shape.0.contains_key(name);
        assert!(objects("Query") && objects("Game"));
        for (on, fields) in &shape.0 {
            for (field, (leads_to, entries)) in fields {
                assert!(*entries != UNKNOWN || !objects(leads_to), "{on}.{field}");
            }
        }
        for (on, field, _) in ENTRIES {
            assert!(shape.0[*on].contains_key(*field), "{on}.{field}");
        }
    }

    #[test]
    fn what_the_web_asks_is_within_the_limits() {
        for (name, document) in DOCUMENTS {
            assert_eq!(refusal(document), None, "{name}");
        }
    }

    /// Returns a query of fragments that double: `of` of them expand to 2^of fields.
    fn doubling(of: usize) -> String {
        let fragments: String = (0..of).map(|at| format!("fragment f{at} on AppConfig {{ ...f{0} ...f{0} }}", at + 1)).collect();
        format!("{{ appConfig {{ ...f0 }} }} {fragments} fragment f{of} on AppConfig {{ appName }}")
    }

    #[test]
    fn a_question_is_refused_by_what_it_has_too_much_of() {
        let many = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<Vec<_>>().join(" ");
        let wide = |count: usize, each: &dyn Fn(usize) -> String| format!("{{ appConfig {{ {} }} }}", many(count, each));
        let products = |times: usize, leaf: &str| {
            format!(
                "{{ game(id: \"rov\") {{ {}products {{ {leaf} }}{} }} }}",
                "products { game { ".repeat(times),
                " } }".repeat(times)
            )
        };
        for (query, limit) in [
            (doubling(30), "fragments"),
            (doubling(19), "cost"),
            (doubling(5), ""),
            ("{ ...a } fragment a on Query { ...a }".into(), "query_invalid"),
            ("{ ...a } fragment a on Query { ...b ...b } fragment b on Query { ...a ...a }".into(), "query_invalid"),
            // Unused fragments are checked too.
            ("{ appConfig { appName } } fragment a on Query { ...a }".into(), "query_invalid"),
            (wide(31, &|at| format!("a{at}: appName")), "aliases"),
            (wide(30, &|at| format!("a{at}: appName")), ""),
            (wide(21, &|_| "appName @skip(if: true)".into()), "directives"),
            (wide(21, &|_| "appName @skip(if: true) @skip(if: true)".into()), "directives"),
            (wide(41, &|_| "... { appName }".into()), "spreads"),
            (wide(41, &|_| "...nowhere".into()), "spreads"),
            ("query a { appConfig { appName } } query b { appConfig { appName } }".into(), "operations"),
            (format!("query({}) {{ appConfig {{ appName }} }}", many(11, &|at| format!("$v{at}: Int"))), "variables"),
            (products(5, "id"), "depth"),
            (products(4, "id"), "depth"),
            (products(3, "id"), "cost"),
            (products(3, "__typename"), "cost"),
            (products(1, "__typename"), ""),
            (products(1, &many(5, &|at| format!("a{at}: __typename"))), "cost"),
            (format!("{{ games {{ items {{ {} }} }} }}", many(90, &|_| "__typename".into())), "cost"),
            ("{ home { shelves { games { products { __typename } } } } }".into(), "cost"),
            ("{ home { shelves { games { products { id name { th en } } } } } }".into(), "cost"),
            ("{ games { items { products { game { products { id } } } } } }".into(), "cost"),
            ("{ games(perPage: 100) { items { products { id sku } } } }".into(), "cost"),
            ("query($n: Int = 1) { games(perPage: $n) { items { products { id sku } } } }".into(), "cost"),
            ("{ games(perPage: 10) { items { products { id sku } } } }".into(), ""),
            ("{ __schema { types { fields { type { fields { name } } } } } }".into(), "query_invalid"),
            ("{ __type(name: \"Game\") { name } }".into(), "query_invalid"),
            // An unknown field is refused by the schema, cheaply.
            ("{ nothing { of { this { kind } } } }".into(), ""),
        ] {
            assert_eq!(refusal(&query).unwrap_or_default(), limit, "{query:.200}");
        }
    }

    #[test]
    fn sums_hold_at_the_end_of_their_range() {
        let within = format!("{} {{ id }} {}", "{ products { game ".repeat(14), "} }".repeat(14));
        let twice = format!("{{ a: game(id: \"rov\") {within} b: game(id: \"rov\") {within} }}");
        assert_eq!(refusal(&twice).as_deref(), Some("depth"));
    }
}
