"""The options of Cités Nouvelles."""

from __future__ import annotations

from parvis.engine.options import Option

OPTIONS = (
    Option(
        name="first_speaker",
        kind="choice",
        default="left",
        key="cn.option.speaker",
        help_key="cn.option.speaker.help",
        clause="CN-2.4",
        choices=("left", "draw"),
        choice_keys=("cn.option.speaker.left", "cn.option.speaker.draw"),
    ),
    Option(
        name="choose_decorations",
        kind="bool",
        default=False,
        key="cn.option.decorations",
        help_key="cn.option.decorations.help",
        clause="CN-5.3",
    ),
    Option(
        name="award",
        kind="choice",
        default="inclusive",
        key="cn.option.award",
        help_key="cn.option.award.help",
        clause="CN-6.4",
        choices=("inclusive", "cumulative"),
        choice_keys=("cn.option.award.inclusive", "cn.option.award.cumulative"),
    ),
    Option(
        name="idle_rounds",
        kind="int",
        default=5,
        key="cn.option.idle",
        help_key="cn.option.idle.help",
        clause="CN-7.3",
        low=2,
        high=10,
    ),
    Option(
        name="contre",
        kind="bool",
        default=False,
        key="cn.option.contre",
        help_key="cn.option.contre.help",
        clause="CN-8.1",
    ),
    Option(
        name="contre_spoils",
        kind="choice",
        default="winner-builds",
        key="cn.option.spoils",
        help_key="cn.option.spoils.help",
        clause="CN-8.4",
        choices=("winner-builds", "winner-takes-all"),
        choice_keys=("cn.option.spoils.builds", "cn.option.spoils.takes"),
    ),
)
