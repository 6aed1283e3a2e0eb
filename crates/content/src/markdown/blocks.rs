//! The parts of a body, rendered.

use manao_kernel::problem::Lang;

use super::source::Part;
use super::{Block, Rendered, html};

/// Renders a part and adds it to the body; HTML that follows HTML joins it.
pub fn add(rendered: &mut Rendered, part: Part<'_>, lang: Lang) {
    let block = match part {
        Part::Product(sku) => Block { product: Some(sku.to_owned()), ..Block::default() },
        Part::Game(slug) => Block { game: Some(slug.to_owned()), ..Block::default() },
        Part::Tournament(id) => Block { tournament: Some(id), ..Block::default() },
        Part::Markdown(text) => return push(rendered, |rendered| html::write(&text, lang, rendered)),
        Part::Container("steps", text) => {
            return push(rendered, |rendered| format!("<div class=\"steps\">{}</div>", html::write(&text, lang, rendered)));
        }
        Part::Container("faq", text) => return push(rendered, |rendered| questions(&text, lang, rendered)),
        Part::Container(name, text) => {
            return push(rendered, |rendered| {
                format!("<aside role=\"note\" class=\"{name}\">{}</aside>", html::write(&text, lang, rendered))
            });
        }
    };
    rendered.blocks.push(block);
}

fn push(rendered: &mut Rendered, write: impl FnOnce(&mut Rendered) -> String) {
    let written = html::clean(&write(rendered));
    match rendered.blocks.last_mut().and_then(|block| block.html.as_mut()) {
        Some(last) => last.push_str(&written),
        None => rendered.blocks.push(Block { html: Some(written), ..Block::default() }),
    }
}

/// Makes what stands before the first heading a block of its own: pages put something between it and the rest.
pub fn part_introduction(blocks: &mut Vec<Block>) {
    let first = blocks.iter().enumerate().find_map(|(at, block)| Some((at, block.html.as_ref()?.find("<h2")?)));
    if let Some((at, cut)) = first.filter(|(_, cut)| *cut > 0) {
        let rest = blocks[at].html.as_mut().map(|html| html.split_off(cut));
        blocks.insert(at + 1, Block { html: rest, ..Block::default() });
    }
}

/// Renders questions: each `### ` begins one, and its answer follows.
fn questions(text: &str, lang: Lang, rendered: &mut Rendered) -> String {
    let mut written = String::new();
    for one in format!("\n{text}").split("\n### ").skip(1) {
        let (question, answer) = one.split_once('\n').unwrap_or((one, ""));
        let question = html::inline(question.trim(), lang, rendered);
        let answer = html::write(answer, lang, rendered);
        written.push_str(&format!("<details><summary>{question}</summary>{answer}</details>"));
    }
    written
}
