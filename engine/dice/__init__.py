"""Dice: the provable rings of keys, other sources of faces, notation, verification."""
